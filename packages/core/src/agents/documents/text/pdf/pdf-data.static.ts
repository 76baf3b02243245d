import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const filesOf = (folder: string) => readdirSync(join(root, folder)).filter((file) => !file.startsWith('LICENSE'))
const dataOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(filesOf(folder).map((file) => [file, readFileSync(join(root, folder, file), 'base64')]))

/** The character maps that PDF files refer to by name, in base64: above all those of Chinese, Japanese and Korean fonts. */
export const cMaps = dataOf('cmaps')
/** The fonts that PDF files need not contain, in base64. */
export const standardFonts = dataOf('standard_fonts')
/** The files that the values come from. */
export const sources: readonly string[] = ['cmaps', 'standard_fonts'].flatMap((folder) =>
  filesOf(folder).map((file) => join(root, folder, file)),
)
