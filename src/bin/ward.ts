// The program ward.
process.stdout.write(`ward ${WARD_VERSION}\n`);
