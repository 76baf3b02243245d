import * as v from 'valibot'
import { Json, Name } from './agents-sub-resources.ts'
import { customerKey } from './customer-key.ts'
import { CustomerName, CustomerNames } from './customer-names.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, readOnly, Uuid } from './fields.ts'
import { MemoryValues } from './memory-values.ts'

export const CustomerMemory = v.pipe(
  v.object({ agentId: Uuid, values: MemoryValues }),
  v.description('What one agent remembers of a customer.'),
)

const optedOut = v.pipe(
  v.boolean(),
  v.description(
    'Whether the customer refuses marketing. Set by this API, by the customer in the channel, and by a message that is one of the words of the setting `optOutWords`.',
  ),
)

export const CustomerMerge = v.pipe(
  v.object({
    id: v.pipe(Uuid, v.description('`contact.id` of the customer who was merged into this one.')),
    mergedAt: DateTime,
    undoUntil: v.pipe(DateTime, v.description('30 days after the merge.')),
  }),
  v.description('A merge of two customers by a member.'),
)

export const Customer = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.description('An empty string without a conversation.')),
    id: readOnly(
      v.pipe(v.string(), v.description('`contact.id`, or an empty string if nothing is stored of the customer.')),
    ),
    names: readOnly(
      v.pipe(
        v.array(CustomerName),
        v.description('The names that the customer has and had, the newest first, and what showed each.'),
      ),
    ),
    optedOut,
    conversations: readOnly(
      v.array(
        v.object({
          id: Uuid,
          msgNumber: v.string(),
          isSandbox: v.boolean(),
          messages: v.pipe(v.number(), v.description('May differ slightly from the number of stored messages.')),
        }),
      ),
    ),
    memory: v.pipe(
      v.array(CustomerMemory),
      v.description('What agents remember, except in trials on the sandbox number and of deleted agents.'),
    ),
    memories: readOnly(v.pipe(v.number(), v.description('The number of all values that agents remember.'))),
    lastMerge: readOnly(
      v.pipe(
        v.nullable(CustomerMerge),
        v.description('The last merge of a member that can be undone; null without one.'),
      ),
    ),
  }),
  v.description('A customer on all numbers of the organisation.'),
)
export type Customer = v.InferOutput<typeof Customer>

export const CustomerInput = v.pipe(
  v.object({
    name: v.pipe(
      v.optional(Name),
      v.description('Replaces the name of the customer’s profile in all conversations. Requires a conversation.'),
    ),
    optedOut: v.optional(optedOut),
    memory: v.pipe(v.optional(v.array(CustomerMemory)), v.description('Values that are not sent stay.')),
  }),
  v.description('What to change about a customer.'),
  v.examples([{ optedOut: true }]),
)
export type CustomerInput = v.InferOutput<typeof CustomerInput>

const next = v.pipe(v.nullable(v.string()), v.description('The cursor of the next step; null after the last one.'))
const query = v.object({ cursor: v.pipe(v.optional(v.string()), v.description('`next` of the previous step.')) })

export const CustomerExport = v.pipe(
  v.object({
    records: v.pipe(v.array(v.looseObject({ type: v.string() })), v.description('Each is one line of the export.')),
    next,
  }),
  v.description('A step of the export of a customer.'),
)
export type CustomerExport = v.InferOutput<typeof CustomerExport>

export const CustomerErasure = v.pipe(
  v.object({
    erased: v.pipe(v.record(v.string(), v.number()), v.description('The number of erased records by type.')),
    kept: v.pipe(
      v.record(v.string(), v.number()),
      v.description(
        'The number of records that stay, by type. `optOuts`: the customer refuses marketing, which is kept under a keyed hash of the phone number, without an end, so that no later template of the category MARKETING reaches them. A new consent of the customer replaces it.',
      ),
    ),
    waitSeconds: v.pipe(
      v.number(),
      v.description(
        'Send the next step after this time: requests and replies that began before the first step may still write.',
      ),
    ),
    next,
  }),
  v.description('A step of the erasure of a customer.'),
)
export type CustomerErasure = v.InferOutput<typeof CustomerErasure>

const params = v.object({
  customer: v.pipe(
    v.string(),
    v.description(
      '`contact.id`, a phone number of the customer in any spelling, or `user:` and a user id of the channel.',
    ),
  ),
})
const path = '/api/v1/customers/{customer}/'
const common = { params, tag: 'Customers', errors: [400, 404] } as const

export const getCustomer = endpoint({
  ...common,
  method: 'GET',
  path,
  summary: 'Get a customer',
  description: 'A customer without stored data has an empty name and no conversations.',
  response: Customer,
})

export const updateCustomer = endpoint({
  ...common,
  method: 'PATCH',
  path,
  summary: 'Change a customer',
  description: 'Templates of the category MARKETING to a customer with `optedOut` are rejected with `opted_out`.',
  body: CustomerInput,
  response: Customer,
  audit: { action: 'update', object: 'customer' },
})

const other = customerKey(
  'The customer to merge into this one: `contact.id`, a phone number in any spelling, or `user:` and a user id.',
)

export const CustomerMergeInput = v.pipe(
  v.object({ other }),
  v.description('The customer to merge.'),
  v.examples([{ other: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e0a' }]),
)

export const CustomerMergePreview = v.pipe(
  v.object({
    customer: v.pipe(CustomerNames, v.description('The customer who remains.')),
    other: v.pipe(CustomerNames, v.description('The customer who becomes part of the one who remains.')),
    conversations: v.pipe(
      v.array(
        v.object({
          id: Uuid,
          msgNumber: v.string(),
          messages: v.number(),
          notes: v.pipe(v.number(), v.description('The notes of members in it.')),
          continuesIn: v.pipe(
            v.nullable(Uuid),
            v.description(
              'The conversation with the same number that gets its messages and notes; null if there is none, so that it stays as it is.',
            ),
          ),
          windowUntil: v.pipe(
            v.nullable(DateTime),
            v.description(
              'When the service window closes after the merge. Null if it is closed, or the channel has none.',
            ),
          ),
        }),
      ),
      v.description('The conversations of the other customer.'),
    ),
    memory: v.pipe(
      v.array(
        v.object({
          agentId: Uuid,
          key: v.string(),
          value: v.pipe(Json, v.description('The value that stays: the newer one.')),
          replaced: v.pipe(
            Json,
            v.description('The older value of the other one of the two; null if only one has a value.'),
          ),
          of: v.pipe(v.picklist(['customer', 'other']), v.description('Whose value stays.')),
        }),
      ),
      v.description('What agents remember of the other customer, and what stays of it.'),
    ),
    optedOut: v.pipe(
      v.boolean(),
      v.description('Whether the customer refuses marketing after the merge: if one of the two does.'),
    ),
    undoUntil: v.pipe(DateTime, v.description('Until when the merge could be undone if it were made now.')),
  }),
  v.description('What a merge of two customers would change.'),
)
export type CustomerMergePreview = v.InferOutput<typeof CustomerMergePreview>

export const previewCustomerMerge = endpoint({
  ...common,
  method: 'GET',
  path: `${path}merge-preview/`,
  summary: 'Preview the merge of two customers',
  description: 'Returns what a merge of the other customer into this one would change. Changes nothing.',
  query: v.object({ other }),
  response: CustomerMergePreview,
})

export const mergeCustomers = endpoint({
  ...common,
  method: 'POST',
  path: `${path}merges/`,
  summary: 'Merge two customers',
  description:
    'Makes another customer part of this one, because both are the same person. Names, conversations, notes and pending wake-ups move; conversations with the same number become one thread. Of two values that an agent remembers, the newer one stays. A refusal of marketing of either is one of both. The id of the other customer leads to this one. The merge can be undone for 30 days.',
  role: 'admin',
  body: CustomerMergeInput,
  response: Customer,
  errors: [400, 404, 409],
  audit: { action: 'merge', object: 'customer' },
})

export const undoCustomerMerge = endpoint({
  ...common,
  method: 'DELETE',
  path: `${path}merges/{id}/`,
  params: v.object({
    ...params.entries,
    id: v.pipe(Uuid, v.description('`contact.id` of the customer who was merged (`lastMerge`).')),
  }),
  summary: 'Undo the merge of two customers',
  description:
    'Returns names, conversations, notes and memory to the customer from whom they came, who has their `contact.id` again. A message that came after the merge goes to whoever has the name from which it came, and so does a new name. What members, agents and callers changed since the merge stays with the customer who remains. The last merge is undone first.',
  role: 'admin',
  status: 200,
  response: Customer,
  errors: [400, 404, 409],
  audit: { action: 'undo_merge', object: 'customer' },
})

export const exportCustomer = endpoint({
  ...common,
  method: 'GET',
  path: `${path}export/`,
  summary: 'Export the data of a customer',
  description: 'Returns the data in steps: repeat the request with `cursor` until `next` is null.',
  query,
  response: CustomerExport,
  audit: { action: 'export', object: 'customer' },
})

export const eraseCustomer = endpoint({
  ...common,
  method: 'DELETE',
  path,
  summary: 'Erase the data of a customer',
  description:
    'Erases conversations, messages, files, memory and deliveries until now in steps: repeat the request with `cursor` until `next` is null. After an interruption, start again without `cursor`. What the customer writes after the first step starts a new conversation, which stays. A refusal of marketing stays (`kept`).',
  role: 'admin',
  query,
  status: 200,
  response: CustomerErasure,
  audit: { action: 'erase', object: 'customer' },
})
