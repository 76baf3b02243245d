import * as v from 'valibot'
import { DateTime, Uuid } from './fields.ts'

/** What kinds of names customers have. A phone number can belong to another person later, an id of the channel never does. */
export const NAME_KINDS = ['phone', 'user_id', 'parent_user_id', 'username'] as const

/** What shows that a name belongs to a customer, or no longer does. */
export const EVIDENCE = ['message', 'notice', 'shared_contact', 'api', 'channel', 'person'] as const

export const NameEvidence = v.pipe(
  v.picklist(EVIDENCE),
  v.description(
    '`message`: a message of the customer; `notice`: the provider; `shared_contact`: the customer shared the number when asked; `api`: the business wrote to it, or named it in the API; `channel`: the provider knows the number by another one; `person`: a member merged two customers, or undid that.',
  ),
)

export const CustomerName = v.pipe(
  v.object({
    kind: v.picklist(NAME_KINDS),
    value: v.pipe(v.string(), v.description('As the provider writes it; a phone number in digits without plus.')),
    from: v.pipe(DateTime, v.description('Since when the customer is known by the name.')),
    until: v.pipe(
      v.nullable(DateTime),
      v.description('The last moment of a name that the customer has left, or null.'),
    ),
    evidence: NameEvidence,
    endedBy: v.pipe(v.nullable(NameEvidence), v.description('What showed the end; null without one.')),
  }),
  v.description('A name of a customer. It belongs to one customer at a time.'),
)
export type CustomerName = v.InferOutput<typeof CustomerName>

export const CustomerNames = v.pipe(
  v.object({
    id: v.pipe(Uuid, v.description('`contact.id` of the customer.')),
    names: v.pipe(v.array(CustomerName), v.description('The names that the customer has at that time.')),
  }),
  v.description('A customer and the names that they have.'),
)
export type CustomerNames = v.InferOutput<typeof CustomerNames>
