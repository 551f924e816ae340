import js from "@eslint/js";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["out/", "node_modules/"] },
  js.configs.recommended,
  {
    files: ["src/**/*.ts", "test/unit/*.ts"],
    extends: [...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: ["test", "describe", "it"] }] },
      ],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // HTML comes only from diff2html, in the one place that has an exception.
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "text is set as text; the exception says why" },
        { property: "outerHTML", message: "text is set as text" },
        { property: "insertAdjacentHTML", message: "text is set as text" },
      ],
      "max-lines": ["error", { max: 400, skipBlankLines: true }],
    },
  },
  {
    files: ["test/**/*.mjs", "*.mjs"],
    rules: { "no-empty": ["error", { allowEmptyCatch: true }] },
    languageOptions: {
      globals: Object.fromEntries(
        // Globals of Node and, inside page.evaluate, of the browser.
        ["process", "console", "fetch", "URL", "URLSearchParams", "setTimeout", "clearTimeout", "setInterval"]
          .concat(["clearInterval", "performance", "Buffer", "window", "document", "getComputedStyle", "location"])
          .concat([
            "requestAnimationFrame",
            "Event",
            "PerformanceObserver",
            "IntersectionObserver",
            "MutationObserver",
            "Response",
            "AbortController",
            "navigator",
            "localStorage",
            "sessionStorage",
            "BroadcastChannel",
            "Blob",
            "File",
            "DataTransfer",
            "DragEvent",
            "ClipboardEvent",
          ])
          .map((name) => [name, "readonly"]),
      ),
    },
  },
);
