/** The pictures of README.md and docs. */
export const IMAGES = new URL('../../../docs/images/', import.meta.url)
