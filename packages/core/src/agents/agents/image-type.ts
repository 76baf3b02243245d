/** What the file of an image begins with: bytes, or `undefined` where anything may be. */
const MAGIC = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/webp': [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
} as const

/** The content type of a png, jpeg or webp file, read from its first bytes; undefined for anything else. */
export function imageType(bytes: Uint8Array): string | undefined {
  return Object.entries(MAGIC).find(([, magic]) =>
    magic.every((byte, index) => byte === undefined || bytes[index] === byte),
  )?.[0]
}
