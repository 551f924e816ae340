/** Whether the page is a view of VS Code rather than a page in a browser. */
export const inVSCode = (): boolean => document.body.classList.contains("in-vscode");
