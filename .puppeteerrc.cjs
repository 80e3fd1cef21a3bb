// Never download a browser at install time: test/support/chromium.ts finds the one npm brings.
module.exports = { skipDownload: true };
