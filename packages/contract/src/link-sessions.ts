import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Uuid } from './fields.ts'
import { SliceQuery } from './page.ts'

/** Final ones stay; a session expires 24 hours after it was created. */
export const LinkSessionStatus = v.picklist(['PENDING', 'SUCCESS', 'FAILED', 'EXPIRED'])
export type LinkSessionStatus = v.InferOutput<typeof LinkSessionStatus>

/** A customer being led through the provider's signup (spec, Link session). */
export const LinkSession = v.object({
  id: Uuid,
  successUrl: v.string(),
  returnUrl: v.string(),
  status: v.pipe(LinkSessionStatus, v.description('`EXPIRED` after 24 hours. All but `PENDING` are final.')),
  linkUrl: v.pipe(
    v.string(),
    v.description(
      'The page to open. It carries a one-time token: keep it secret. Empty for API keys that may only read.',
    ),
  ),
})
export type LinkSession = v.InferOutput<typeof LinkSession>

const LONGEST_URL = 2048
const Destination = v.pipe(
  v.string(),
  v.maxLength(LONGEST_URL, `must be at most ${LONGEST_URL} characters`),
  v.check((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'must be an absolute https URL'),
  v.metadata({ format: 'uri' }),
)

const tag = 'Link sessions'

export const createLinkSession = endpoint({
  method: 'POST',
  path: '/api/v1/msg-link-sessions/',
  tag,
  summary: 'Start a link session',
  description:
    "Open its `linkUrl` in a browser: it leads through the provider's signup, connects the business account and its numbers, and comes back to `successUrl`, or to `returnUrl` when it was cancelled, failed or is too old.",
  body: v.object({
    successUrl: v.pipe(Destination, v.description('https; where the browser goes once the account is connected.')),
    returnUrl: v.pipe(Destination, v.description('https; where the browser goes when it is not.')),
  }),
  status: 201,
  response: LinkSession,
  errors: [400, 409],
})

export const listLinkSessions = endpoint({
  method: 'GET',
  path: '/api/v1/msg-link-sessions/',
  tag,
  summary: 'List link sessions',
  description: 'Newest first; the newest hundred unless `offset` or `limit` is given.',
  query: SliceQuery,
  response: v.array(LinkSession),
  errors: [400],
})

export const getLinkSession = endpoint({
  method: 'GET',
  path: '/api/v1/msg-link-sessions/{id}/',
  tag,
  summary: 'Get a link session',
  response: LinkSession,
  errors: [404],
})

const TokenParams = v.object({ token: v.string() })
const Page = v.pipe(v.string(), v.description('An HTML page.'))

export const linkPage = endpoint({
  method: 'GET',
  path: '/link/{token}/',
  tag,
  summary: 'The page of a link session',
  description: "Leads to the provider's signup. The token in the path is the permission.",
  access: 'public',
  audience: 'browsers',
  params: TokenParams,
  response: Page,
  errors: [404],
})

export const linkReturnPage = endpoint({
  method: 'GET',
  path: '/link/return/',
  tag,
  summary: "The page that the provider's signup comes back to",
  description: "Register this address as a redirect URI of the provider's app.",
  access: 'public',
  audience: 'browsers',
  response: Page,
})

const LONGEST_CODE = 4096

/** What the signup came back with: a code, or nothing because the customer cancelled. */
export const LinkConfirmation = v.object({
  code: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(LONGEST_CODE))),
  cancelled: v.optional(v.boolean(), false),
})
export type LinkConfirmation = v.InferOutput<typeof LinkConfirmation>

/** How the session stands, and where the browser goes next. */
export const LinkOutcome = v.object({ status: LinkSessionStatus, redirectUrl: v.string() })
export type LinkOutcome = v.InferOutput<typeof LinkOutcome>

export const confirmLink = endpoint({
  method: 'POST',
  path: '/link/{token}/confirm/',
  tag,
  summary: 'Confirm a link session',
  description:
    "Called by the page, with the code of the provider's signup or `cancelled`. A session is confirmed once; asking again answers how it stands.",
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
  errors: [400, 404, 409, 502],
})
