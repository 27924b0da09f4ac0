// The list of binaries that the catalogue knows, each with the file that holds its facts; names that share a file are one program.

type Packed = () => Promise<{ readonly packed: string }>;

export const binaries: Readonly<Record<string, Packed>> = {
  git: () => import("./git.kdl"),
};
