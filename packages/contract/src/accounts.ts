import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { lowerCaseUuid, maxCharacters, PhoneDigits, Uuid, wellFormed } from './fields.ts'
import { exampleId } from './openapi/nouns.ts'
import { ShortSliceQuery, SliceQuery } from './page.ts'

export const Account = v.pipe(
  v.object({
    id: Uuid,
    waId: v.pipe(v.string(), v.description("The provider's id of the account.")),
    phoneNumbers: v.pipe(
      v.string(),
      v.description('Business numbers of the account: digits without plus, separated by commas.'),
    ),
    templatesUrl: v.pipe(v.string(), v.description('URL of its templates in the dashboard.')),
    name: v.string(),
  }),
  v.description('A business account with the provider.'),
)
export type Account = v.InferOutput<typeof Account>

export const AvailableNumber = v.pipe(
  v.object({
    id: Uuid,
    phoneNumber: PhoneDigits,
  }),
  v.description('A number that can be added to an account.'),
)
export type AvailableNumber = v.InferOutput<typeof AvailableNumber>

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/msg-accounts/',
  tag: 'Messaging accounts',
  summary: 'List the business accounts',
  description: 'Returns all accounts in the order of connection, or a slice if `offset` or `limit` is given.',
  query: SliceQuery,
  response: v.array(Account),
  errors: [400],
})

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/v1/msg-accounts/{id}/',
  tag: 'Messaging accounts',
  summary: 'Get a business account',
  description: 'Returns 404 for an account of another organisation.',
  response: Account,
  errors: [404],
})

export const listAvailableNumbers = endpoint({
  method: 'GET',
  path: '/api/v1/available-numbers/',
  tag: 'Messaging accounts',
  summary: 'List numbers that can be added to an account',
  description: 'In ascending order. Returns the first 100 unassigned numbers unless `offset` or `limit` is given.',
  query: ShortSliceQuery,
  response: v.array(AvailableNumber),
  errors: [400],
})

/** The provider's limit on the name that customers see. */
const LONGEST_VERIFIED_NAME = 512

export const AddNumberInput = v.pipe(
  v.object({
    id: v.pipe(
      v.string(),
      v.description('The `id` of an available number.'),
      v.examples([exampleId('available number')]),
      v.transform(lowerCaseUuid),
    ),
    name: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('must not be empty'),
      maxCharacters(LONGEST_VERIFIED_NAME),
      wellFormed,
      v.description('The name that customers see.'),
      v.examples(['Bicycle shop']),
    ),
  }),
  v.description('The number to add to an account.'),
)

export const addNumber = endpoint({
  method: 'POST',
  path: '/api/v1/msg-accounts/{id}/add-number/',
  tag: 'Messaging accounts',
  role: 'admin',
  summary: 'Add an available number to an account',
  description:
    'Removes the number from the pool and registers it with the provider for the account. Repeating the request is safe and returns the account. Returns 409 if the number is being added to another account.',
  body: AddNumberInput,
  response: Account,
  errors: [400, 404, 409, 502],
  audit: { action: 'connect', object: 'account' },
})

export const DeployAgentInput = v.pipe(
  v.object({
    agentId: Uuid,
    phoneNumberId: v.pipe(Uuid, v.description("The `id` of one of the account's numbers.")),
  }),
  v.description('The agent to connect, and the number.'),
)

export const deployAgent = endpoint({
  method: 'POST',
  path: '/api/v1/msg-accounts/{id}/deploy-agent/',
  tag: 'Messaging accounts',
  role: 'admin',
  summary: 'Connect an agent to a number of an account',
  description: 'The same as `connect-agent` on the number, without `applyToExisting`.',
  body: DeployAgentInput,
  response: Account,
  errors: [400, 404],
  audit: { action: 'route', object: 'account' },
})
