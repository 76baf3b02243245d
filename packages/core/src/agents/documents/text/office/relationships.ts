import { posix } from 'node:path'
import type { Archive } from '../archive.ts'
import { readXml } from './xml.ts'

export interface Relationship {
  readonly id: string
  /** The last part of its type, such as `worksheet`. */
  readonly type: string
  /** The part that it leads to. */
  readonly target: string
}

/** Returns what a part of an Office document refers to. */
export async function relationshipsOf(archive: Archive, part: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(part)
  const name = posix.join(dir, '_rels', `${base}.rels`)
  if (!archive.has(name)) return []
  const found: Relationship[] = []
  await readXml(await archive.read(name), {
    open: (element, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (!element.endsWith('Relationship') || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target)
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return found
}

/** Returns the main part of an Office document, such as `xl/workbook.xml`. */
export async function mainPart(archive: Archive): Promise<string | undefined> {
  return (await relationshipsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.target
}
