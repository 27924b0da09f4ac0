// Doctor looks at the policy: files that give nothing, wraps that another file hides, what nobody has approved.

import { pathWord } from "../../host/path-word.ts";
import type { Checkup } from "../../model/checkup.ts";
import { flawText } from "../overrule.ts";
import { type Policy, unserved } from "../policy.ts";

export function checkPolicy(policy: Policy): readonly Checkup[] {
  const { files, broken, unapproved } = policy;
  const own = files.filter(({ place }) => place !== "shipped").length;
  const bad = [
    ...broken.map((read): Checkup => {
      const mend = `wardctl check ${pathWord(read.file)}`;
      return {
        check: "guardfiles",
        verdict: "FAIL",
        says: `${flawText(read)}; it gives nothing`,
        mend,
      };
    }),
    ...unserved(policy).map(({ wrap, file, by }): Checkup => {
      const says = `${wrap.path.join(" ")} of ${file} is not served: ${by.file} comes first`;
      const mend = "keep one of the two, or move one of them to a group of its own";
      return { check: "hidden-wraps", verdict: "WARN", says, mend };
    }),
    ...unapproved.map(({ file }): Checkup => {
      const says = `${file} is not approved and not mounted`;
      return { check: "project-policy", verdict: "WARN", says, mend: "wardctl trust review" };
    }),
  ];
  const says = `${own} file${own === 1 ? "" : "s"} of your own and the shipped ones are in order`;
  return bad.length > 0 ? bad : [{ check: "guardfiles", verdict: "PASS", says, mend: null }];
}
