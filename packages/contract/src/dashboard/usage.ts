import * as v from 'valibot'
import { LimitUsd } from '../agents-sub-resources.ts'
import { endpoint } from '../endpoint.ts'
import { forBrowsers } from './fields.ts'

/** Agents in the usage that the dashboard reads: the most expensive ones. */
export const MOST_AGENTS_IN_USAGE = 100

export const UsageLimit = v.object({
  limitUsd: v.pipe(v.nullable(v.number()), v.description('Of all agents of the organisation; null for no limit.')),
  wantsMail: v.pipe(v.boolean(), v.description('Whether the caller gets a mail at 80 % of a limit.')),
})
export type UsageLimit = v.InferOutput<typeof UsageLimit>

export const getUsageLimit = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/usage/limit/',
  response: UsageLimit,
})

export const changeUsageLimit = endpoint({
  ...forBrowsers,
  method: 'PUT',
  path: '/dashboard-api/v1/usage/limit/',
  role: 'admin',
  body: v.object({ limitUsd: v.nullable(LimitUsd) }),
  response: UsageLimit,
  audit: { action: 'update', object: 'organization', values: ['limitUsd'] },
})

export const changeUsageMail = endpoint({
  ...forBrowsers,
  method: 'PUT',
  path: '/dashboard-api/v1/usage/mail/',
  role: 'viewer',
  body: v.object({ wantsMail: v.boolean() }),
  response: UsageLimit,
})
