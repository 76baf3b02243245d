import { Entity } from 'electrodb'
import { table } from '../table.ts'

/**
 * How many things of a kind an organisation has. Changed in the transaction that adds or removes one, so that a list's
 * `count` is exact and costs one read. Access: by organisation and noun. Kept without expiry.
 */
export const CounterEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'counter', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      /** Plural, as in the list's path: `numbers`. */
      noun: { type: 'string', required: true, readOnly: true },
      count: { type: 'number' },
    },
    indexes: {
      byNoun: {
        pk: {
          field: 'pk',
          composite: ['organizationId', 'noun'],
          template: 'count#${organizationId}#${noun}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'count', casing: 'none' },
      },
    },
  },
  table,
)

/** How many of a kind an organisation has. */
export async function countOf(organizationId: string, noun: string): Promise<number> {
  const { data } = await CounterEntity.get({ organizationId, noun }).go()
  return data?.count ?? 0
}
