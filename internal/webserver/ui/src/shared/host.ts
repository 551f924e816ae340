/** Whether the page is a view of VS Code, and not in a browser. */
export const inVSCode = (): boolean => document.body.classList.contains("in-vscode");
