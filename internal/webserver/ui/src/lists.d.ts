declare module "*/markdown.mjs" {
  export const hostile: string[];
  export const evil: string[];
}

declare module "*/transcript.mjs" {
  export const hostile: string;
}
