/** The names of the values are generated for the extension and for the pages alike. */
export * from "../../../../../extension/src/enums";
