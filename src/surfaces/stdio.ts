// Writes data to stdout and talk to stderr; a reader that went away is an error that the caller hears of.

const heard = new WeakSet<NodeJS.WriteStream>();

/** A closed stream must not end the process; node makes a stream when it is first named, so that is not before it is used. */
function survivingClose(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (!heard.has(stream)) stream.on("error", () => {});
  heard.add(stream);
  return stream;
}

/** For a program whose libraries write to the streams themselves. */
export function surviveClosedStreams(): void {
  for (const stream of [process.stdout, process.stderr]) survivingClose(stream);
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Prints data, and a newline, to stdout.
 * @param text already escaped where it came from outside
 * @throws the system's error, EPIPE where nobody reads any more
 */
export function print(text: string): Promise<void> {
  return write(survivingClose(process.stdout), `${text}\n`);
}

let said: Promise<void> = Promise.resolve();

/** Comes when all that was said is written, or never will be: on some systems a pipe takes its time. */
export function allSaid(): Promise<void> {
  return said;
}

/** Says something to the person, on stderr; nobody listening is no reason to fail. */
export function complain(text: string): void {
  said = write(survivingClose(process.stderr), `${text}\n`).catch(() => {});
}

/** Whether colour may be drawn on a stream: it is a terminal, and neither NO_COLOR nor a dumb terminal forbids it. */
export function canColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, TERM } = process.env;
  return stream.isTTY === true && (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb";
}
