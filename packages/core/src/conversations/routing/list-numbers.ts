import type { PageQuery } from '@messaging/contract/page.ts'
import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import { NUMBERS } from '../../channel/numbers/create-number.ts'
import { getNumber, listOwned } from '../../channel/numbers/find-number.ts'
import { NumberOwnershipEntity } from '../../channel/numbers/number-ownership-entity.ts'
import { InternalError } from '../../platform/errors.ts'
import { countOf } from '../../platform/paging/counter-entity.ts'
import { listPage, type PageResponse } from '../../platform/paging/page.ts'
import { numberViews } from './number-view.ts'

/** `GET /phone-numbers/`: the numbers in ascending order of their digits. */
export async function listNumberViews(organizationId: string, query: PageQuery): Promise<PageResponse<BusinessNumber>> {
  const [count, { items, nextCursor }] = await Promise.all([
    countOf(organizationId, NUMBERS),
    listPage(query, (options) =>
      NumberOwnershipEntity.query.byOrganization({ organizationId }).go({ ...options, consistent: true }),
    ),
  ])
  const isLast = query.offset + items.length >= count
  return {
    count,
    results: await numberViews(organizationId, await listOwned(items)),
    nextCursor: isLast ? null : nextCursor,
  }
}

/** `GET /phone-numbers/{n}/`: returns a number. */
export async function viewNumber(organizationId: string, n: string): Promise<BusinessNumber> {
  const [view] = await numberViews(organizationId, [await getNumber(organizationId, n)])
  if (!view) throw new InternalError(`number ${n} has no view`)
  return view
}
