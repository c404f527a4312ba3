// Prism looks for code in the page by itself unless this was said before it loads.
(globalThis as { Prism?: object }).Prism = { manual: true };
