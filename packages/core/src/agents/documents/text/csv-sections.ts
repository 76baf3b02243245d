import type { Section } from './section.ts'

const LONGEST_HEADER = 500

/** A table, whose first line names the columns. */
export function csvSections(csv: string): Section[] {
  const [header = ''] = csv.trimStart().split(/\r?\n/, 1)
  return [{ place: '', text: csv, ...(header.length <= LONGEST_HEADER && { header: header.trim() }) }]
}
