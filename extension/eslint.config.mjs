import js from "@eslint/js";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist/", "media/", "out/", "**/node_modules/", "src/protocol.ts"] },
  js.configs.recommended,
  {
    files: ["src/**/*.ts", "page/*.ts", "test/unit/*.ts"],
    extends: [...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: ["./tsconfig.json", "./page/tsconfig.json"], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // node:test's describe and test return promises that nobody needs to await.
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: ["test", "describe", "it"] }] },
      ],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // VS Code takes any object with a dispose method for a Disposable.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "max-lines": ["error", { max: 400, skipBlankLines: true }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[property.name=/^show(Information|Warning|Error)Message$/]",
          message: "See src/messages.ts.",
        },
      ],
    },
  },
  { files: ["src/messages.ts"], rules: { "no-restricted-syntax": "off" } },
  {
    files: ["test/**/*.mjs", "test/**/*.cjs", "*.mjs"],
    rules: { "no-empty": ["error", { allowEmptyCatch: true }] },
    languageOptions: {
      globals: Object.fromEntries(
        // What Node and, inside page.evaluate, the browser have.
        ["process", "console", "fetch", "URL", "URLSearchParams", "setTimeout", "clearTimeout", "setInterval"]
          .concat(["clearInterval", "performance", "Buffer", "window", "document", "require", "module", "exports"])
          .concat(["__dirname", "describe", "it", "before", "after", "afterEach", "getComputedStyle"])
          .map((name) => [name, "readonly"]),
      ),
    },
  },
);
