import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { maxCharacters, Uuid, wellFormed } from './fields.ts'
import { ShortSliceQuery } from './page.ts'

/** All statuses except `PENDING` are final. A session expires 24 hours after its creation. */
export const LinkSessionStatus = v.picklist(['PENDING', 'SUCCESS', 'FAILED', 'EXPIRED'])
export type LinkSessionStatus = v.InferOutput<typeof LinkSessionStatus>

export const LinkSession = v.pipe(
  v.object({
    id: Uuid,
    successUrl: v.string(),
    returnUrl: v.string(),
    status: v.pipe(
      LinkSessionStatus,
      v.description('`EXPIRED` after 24 hours. All statuses except `PENDING` are final.'),
    ),
    linkUrl: v.pipe(
      v.string(),
      v.description('The page to open. It contains a one-time token; keep it secret. Empty for read-only API keys.'),
    ),
  }),
  v.description("One run of the provider's signup by a customer."),
)
export type LinkSession = v.InferOutput<typeof LinkSession>

const LONGEST_URL = 2048
const Destination = v.pipe(
  v.string(),
  maxCharacters(LONGEST_URL),
  wellFormed,
  v.check((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'must be an absolute https URL'),
  v.metadata({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' }),
)

const tag = 'Link sessions'

export const LinkSessionInput = v.pipe(
  v.object({
    successUrl: v.pipe(Destination, v.description('The https URL to redirect to after the account is connected.')),
    returnUrl: v.pipe(Destination, v.description('The https URL to redirect to if the account is not connected.')),
  }),
  v.description('Where a link session redirects to.'),
)

export const createLinkSession = endpoint({
  method: 'POST',
  path: '/api/v1/msg-link-sessions/',
  tag,
  role: 'admin',
  summary: 'Start a link session',
  description:
    "Open `linkUrl` in a browser. The page starts the provider's signup and connects the business account and its numbers. It then redirects to `successUrl`, or to `returnUrl` if the signup was cancelled, failed or expired.",
  body: LinkSessionInput,
  status: 201,
  response: LinkSession,
  errors: [400, 409],
  audit: { action: 'connect', object: 'account' },
})

export const listLinkSessions = endpoint({
  method: 'GET',
  path: '/api/v1/msg-link-sessions/',
  tag,
  summary: 'List link sessions',
  description: 'Newest first. Returns the newest 100 unless `offset` or `limit` is given.',
  query: ShortSliceQuery,
  response: v.array(LinkSession),
  errors: [400],
})

export const getLinkSession = endpoint({
  method: 'GET',
  path: '/api/v1/msg-link-sessions/{id}/',
  tag,
  summary: 'Get a link session',
  description: 'Request it to follow the status, or wait for the redirect to `successUrl` or `returnUrl`.',
  response: LinkSession,
  errors: [404],
})

const TokenParams = v.object({ token: v.string() })
const Page = v.pipe(v.string(), v.description('An HTML page.'))

export const linkPage = endpoint({
  method: 'GET',
  path: '/link/{token}/',
  access: 'public',
  audience: 'browsers',
  params: TokenParams,
  response: Page,
})

export const linkReturnPage = endpoint({
  method: 'GET',
  path: '/link/return/',
  access: 'public',
  audience: 'browsers',
  response: Page,
})

const LONGEST_CODE = 4096

/** The result of the signup: a code, or `cancelled`. */
export const LinkConfirmation = v.object({
  code: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'), maxCharacters(LONGEST_CODE))),
  cancelled: v.optional(v.boolean(), false),
})
export type LinkConfirmation = v.InferOutput<typeof LinkConfirmation>

export const LinkOutcome = v.object({ status: LinkSessionStatus, redirectUrl: v.string() })
export type LinkOutcome = v.InferOutput<typeof LinkOutcome>

/** Idempotent: a session is confirmed once. */
export const confirmLink = endpoint({
  method: 'POST',
  path: '/link/{token}/confirm/',
  access: 'public',
  audience: 'browsers',
  params: TokenParams,
  body: v.pipe(
    LinkConfirmation,
    v.forward(
      v.check(({ code, cancelled }) => cancelled || code !== undefined, 'is required'),
      ['code'],
    ),
  ),
  response: LinkOutcome,
})
