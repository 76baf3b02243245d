import type { AttributeValue, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { addCharges, type Charge, EMPTY_BILL, storedMonthBill } from '../../channel/billing/month-bill.ts'
import { MonthBillEntity } from '../../channel/billing/month-bill-entity.ts'
import { rateCard } from '../../channel/billing/rate-card.ts'
import { type Clock, monthOf } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { refusals } from '../../platform/table/transact.ts'
import { MessageEntity } from './message-entity.ts'

/** A charge that the stream reported, and its message. */
export interface ReportedCharge {
  readonly organizationId: string
  readonly conversationId: string
  readonly id: string
  readonly phoneNumberId: string
  readonly charge: Charge
}

/** Returns the charge of a written message, or undefined if it has none or is counted. */
export function chargeOfRecord({ dynamodb }: DynamoDBRecord): ReportedCharge | undefined {
  const image = dynamodb?.NewImage
  const fields = image?.cg?.M
  const [organizationId, conversationId, id] = [image?.organizationId?.S, image?.conversationId?.S, image?.id?.S]
  if (!image || !fields || image.ba || !organizationId || !conversationId || !id) return undefined
  const text = (value: AttributeValue | undefined) => value?.S ?? ''
  return {
    organizationId,
    conversationId,
    id,
    phoneNumberId: text(fields.n),
    charge: {
      country: text(fields.o),
      category: text(fields.c),
      type: text(fields.t),
      billable: fields.b?.BOOL ?? true,
      at: Number(image.a?.N),
      agentId: text(image.ai),
      modelMicroUsd: Number(image.mo?.N ?? 0),
    },
  }
}

/** A transaction has the bill and at most this many messages. */
const MOST_MESSAGES = 99

/**
 * Adds the charges of a batch of stream records to the bills of their numbers and months, and their prices to the
 * messages, in one write each. A message that is counted already is refused, so each is counted once.
 */
export async function countCharges(event: DynamoDBStreamEvent, clock: Clock): Promise<void> {
  const reported = event.Records.flatMap((record) => chargeOfRecord(record) ?? [])
  // A message can be written twice before it is counted.
  const each = new Map(reported.map((one) => [`${one.conversationId} ${one.id}`, one]))
  const groups = Map.groupBy(each.values(), ({ organizationId, phoneNumberId, charge }) =>
    [organizationId, monthOf(charge.at), phoneNumberId].join(' '),
  )
  const written = await Promise.allSettled([...groups.values()].map((group) => countGroup(group, clock)))
  const failed = written.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function countGroup(charges: readonly ReportedCharge[], clock: Clock): Promise<void> {
  for (let first = 0; first < charges.length; first += MOST_MESSAGES)
    await countPart(charges.slice(first, first + MOST_MESSAGES), clock)
}

/** Other workers count messages of the same number. */
const TRIES = 20
const BILL = 0

async function countPart(charges: readonly ReportedCharge[], clock: Clock): Promise<void> {
  let uncounted = charges
  for (let tries = 0; tries < TRIES; tries++) {
    const [first] = uncounted
    if (!first) return
    const { organizationId, phoneNumberId } = first
    const key = { organizationId, month: monthOf(first.charge.at), phoneNumberId }
    const { data: stored } = await MonthBillEntity.get(key).go({ consistent: true })
    const before = stored ? storedMonthBill.parse(stored.bill, stored.format) : EMPTY_BILL
    const added = addCharges(
      before,
      uncounted.map(({ charge }) => charge),
      rateCard(),
    )
    const now = clock()
    const refused = await refusals({ bills: MonthBillEntity, messages: MessageEntity }, ({ bills, messages }) => [
      bills
        .put({
          ...key,
          bill: JSON.stringify(added.bill),
          format: storedMonthBill.format,
          revision: (stored?.revision ?? 0) + 1,
        })
        .where(({ revision }, { eq, notExists }) => (stored ? eq(revision, stored.revision) : notExists(revision)))
        .commit(),
      ...uncounted.map((message, index) =>
        messages
          .patch({ organizationId, conversationId: message.conversationId, id: message.id })
          .set({ billedAt: now, ...(added.prices[index] !== undefined && { microUsd: added.prices[index] }) })
          .where(({ charge, billedAt }, { exists, notExists }) => `${exists(charge)} AND ${notExists(billedAt)}`)
          .commit(),
      ),
    ])
    if (refused.length === 0) return
    // Counted before, or moved to another conversation, which the stream reports.
    uncounted = uncounted.filter((_, index) => !refused.includes(index + 1 + BILL))
  }
  throw new InternalError('the bill of a number is changed concurrently')
}
