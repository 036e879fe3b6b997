/** Prints "N passed, N failed" as the very last line; a test file that could not run counts as one failure. */
class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.once('exit', () => {
      process.stdout.write(`${results.numPassedTests} passed, ${failed} failed\n`);
    });
  }
}

module.exports = ClosingLineReporter;
