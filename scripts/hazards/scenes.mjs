// What a proof finds around it: a scratch directory with a marker program, and, by name, repositories and archives.
//
// The texts are for /bin/sh, run in the scratch directory `$W`; they are fixtures and see nothing of the account.

const identity =
  "export GIT_CONFIG_NOSYSTEM=1; git config --global user.name x; git config --global user.email x@x; git config --global init.defaultBranch main; git config --global protocol.file.allow always; git config --global advice.detachedHead false;";

const repo = `${identity} mkdir r; cd r; git init -q; echo hello > a.txt; git add a.txt; git commit -qm one;
echo more >> a.txt; git commit -qam two; git tag t1 HEAD~1; git branch x HEAD~1;`;

/** An unsigned object with a signature's block, so that gpg.program is asked. */
const signed = `${repo} git config gpg.program "$W/mk"; T=$(git rev-parse HEAD^{tree}); P=$(git rev-parse HEAD);
printf 'tree %s\\nparent %s\\nauthor a <a> 1 +0000\\ncommitter a <a> 1 +0000\\ngpgsig -----BEGIN PGP SIGNATURE-----\\n x\\n -----END PGP SIGNATURE-----\\n\\nm\\n' $T $P > ../c;
git update-ref refs/heads/s $(git hash-object -t commit -w ../c);
printf 'object %s\\ntype commit\\ntag sig\\ntagger a <a> 1 +0000\\n\\nm\\n-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n' $P > ../g;
git update-ref refs/tags/sig $(git hash-object -t tag -w ../g);`;

/** Name → the setup and the directory, below the scratch, in which ward is called. */
export const SCENES = {
  none: { setup: "", cwd: "" },
  repo: { setup: repo, cwd: "r" },
  textconv: {
    setup: `${repo} echo '*.txt diff=z' > .gitattributes; git config diff.z.textconv "$W/mk; cat";`,
    cwd: "r",
  },
  "ext-diff": { setup: `${repo} git config diff.external "$W/mk";`, cwd: "r" },
  filter: {
    setup: `${repo} echo '*.txt filter=z' > .gitattributes; git config filter.z.clean "$W/mk; cat"; git config filter.z.smudge "$W/mk; cat"; echo y >> a.txt;`,
    cwd: "r",
  },
  fsmonitor: { setup: `${repo} git config core.fsmonitor "$W/mk";`, cwd: "r" },
  signed: { setup: signed, cwd: "r" },
  remote: {
    setup: `${repo} git init -q --bare ../b.git; git remote add o ../b.git; git push -q o main main:x; git fetch -q o; git branch -D x -q; git reset -q --hard HEAD~1; git config push.default current;`,
    cwd: "r",
  },
  dirty: { setup: `${repo} echo lost > a.txt;`, cwd: "r" },
  conflict: {
    setup: `${repo} git checkout -q -b o HEAD~1; echo q > a.txt; git commit -qam q; git merge main >/dev/null; true;`,
    cwd: "r",
  },
  diverged: {
    setup: `${repo} git checkout -q -b o HEAD~1; echo b > b; git add b; git commit -qm b;`,
    cwd: "r",
  },
  submodule: {
    setup: `${repo} git init -q ../m; git -C ../m commit -q --allow-empty -m m; git -c protocol.file.allow=always submodule --quiet add ../m sub; git commit -qm sub;`,
    cwd: "r",
  },
  patch: {
    setup: `${repo} git diff HEAD~1 > ../p; printf -- '--- /dev/null\\n+++ b/n.txt\\n@@ -0,0 +1 @@\\n+x\\n' > ../new.patch; git reset -q --hard HEAD~1;`,
    cwd: "r",
  },
  tar: { setup: "echo h > sec2; tar cf a.tar sec2; rm sec2;", cwd: "" },
  crate: {
    setup:
      'mkdir src; printf \'[package]\\nname="z"\\nversion="0.1.0"\\nedition="2021"\\n\' > Cargo.toml; echo \'fn main(){}\' > src/main.rs;',
    cwd: "",
  },
};

/** A client plugin of docker: it answers what it is, and leaves the marker. */
export const PLUGIN = `#!/bin/sh
: > "$W/PWNED"
echo '{"SchemaVersion":"0.1.0","Vendor":"v","Version":"1","ShortDescription":"z"}'
`;

/** A configuration of kubectl whose login is a program. */
export const KUBECONFIG = `apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: "{mk}", interactiveMode: Never}}}]
contexts: [{name: c, context: {cluster: c, user: u}}]
current-context: c
`;
