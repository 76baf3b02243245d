import type { Section } from './section.ts'

const LONGEST_HEADER = 500

/** Returns a table as one section. Its first line has the names of the columns. */
export function csvSections(csv: string): Section[] {
  const [header = ''] = csv.trimStart().split(/\r?\n/, 1)
  return [{ place: '', text: csv, ...(header.length <= LONGEST_HEADER && { header: header.trim() }) }]
}
