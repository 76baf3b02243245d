import type { CustomerExport } from '@replywright/contract/customers.ts'
import { countThatFits, responseBytes } from '../../platform/paging/fit-response.ts'

export type ExportRecord = CustomerExport['records'][number]

/** A record with its place among those of a page. Places sort in the order in which records are told. */
export interface Placed {
  readonly place: string
  readonly record: ExportRecord
}

/** The maximum of the records of one step. */
export const LARGEST_STEP_BYTES = 4_000_000

/** The characters of one part of a long text: at most 3 MB in a response, also if each of them is escaped. */
const PART_CHARACTERS = 500_000

interface Told {
  readonly records: readonly ExportRecord[]
  /** The place of the last record, if others of the page follow; undefined at the end of the page. */
  readonly told: string | undefined
}

/**
 * Returns the records of a page behind the place `told`, as many as fit one step, but at least one. A record that was
 * deleted meanwhile moves no other.
 */
export function tellFrom(page: readonly Placed[], told: string | undefined): Told {
  const left = page
    .filter(({ place }) => told === undefined || place > told)
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
  const fitting = left.slice(
    0,
    countThatFits(
      left.map(({ record }) => responseBytes(record)),
      LARGEST_STEP_BYTES,
    ),
  )
  return {
    records: fitting.map(({ record }) => record),
    told: fitting.length < left.length ? fitting.at(-1)?.place : undefined,
  }
}

/** Returns the parts of a text that is too long for one step. Joined, they are the text. */
export function partsOf(text: string): string[] {
  const count = Math.max(1, Math.ceil(text.length / PART_CHARACTERS))
  return Array.from({ length: count }, (_, index) => text.slice(index * PART_CHARACTERS, (index + 1) * PART_CHARACTERS))
}
