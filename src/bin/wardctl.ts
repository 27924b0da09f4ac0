// The program wardctl.
process.stdout.write(`wardctl ${WARD_VERSION}\n`);
