import type { MethodDeploymentOptions } from 'aws-cdk-lib/aws-apigateway'
import type { Routes } from './api-stack.ts'
import type { Settings } from './settings.ts'

/**
 * The share of the account's concurrent executions that one public route may use.
 *
 * All callers of a public route share its limit, because they have no key. With a limit below what its function can take, one
 * caller locks out all others. Without a limit, a flood of one route takes the executions of all functions. A fiftieth is more
 * than people need, and a flood of all public routes at once leaves half of the account's quota to workers and clients. A web
 * ACL (`webAcl`) limits single addresses.
 */
const SHARE = 1 / 50

/**
 * The shares of other groups of routes.
 *
 * Triggers are called by programs of all organisations. Each organisation has a limit of its own in the
 * function (`triggersPerMinute`), which rejects what exceeds it in a few milliseconds. So this one is high: an organisation
 * should not reach it for all others. Programs and browsers cache what the routes of the documentation return.
 */
const SHARES: Readonly<Record<string, number>> = { triggers: 1 / 25, openapi: 1 / 100 }

/** Seconds of a request: sessions wait for Cognito, whose own default quota is 120 a second. */
const SESSION_SECONDS = 0.15
const REQUEST_SECONDS = 0.05

/** Requests per second with a quota that is too small for shares. */
const LEAST_RATE = 20

type LimitSettings = Pick<Settings, 'accountConcurrency' | 'stageRateLimitPerSecond' | 'stageBurst'>

/** Returns the rate limits of public routes, by path and method. */
export function publicLimits(routes: Routes, settings: LimitSettings): Record<string, MethodDeploymentOptions> {
  const open = Object.entries(routes).filter(([, { access }]) => access === 'public')
  return Object.fromEntries(
    open.map(([entry, { method, path }]) => [keyOf(path, method), limitOf(rateOf(entry, settings), settings)]),
  )
}

/** Returns the rate limits of HEAD, which runs the functions of public routes with GET. Few programs use it. */
export function headLimits(routes: Routes, settings: LimitSettings): Record<string, MethodDeploymentOptions> {
  const open = Object.values(routes).filter(({ access, method }) => access === 'public' && method === 'GET')
  return Object.fromEntries(open.map(({ path }) => [keyOf(path, 'HEAD'), limitOf(LEAST_RATE, settings)]))
}

function keyOf(path: string, method: string): string {
  return `${path === '/' ? path : path.replace(/\/$/, '')}/${method}`
}

function rateOf(entry: string, { accountConcurrency }: LimitSettings): number {
  const seconds = entry.startsWith('session/') ? SESSION_SECONDS : REQUEST_SECONDS
  const [group = ''] = entry.split('/')
  const share = SHARES[group] ?? SHARE
  return Math.max(LEAST_RATE, Math.floor((accountConcurrency * share) / seconds))
}

function limitOf(rate: number, settings: LimitSettings): MethodDeploymentOptions {
  return {
    throttlingRateLimit: Math.min(rate, settings.stageRateLimitPerSecond),
    throttlingBurstLimit: Math.min(2 * rate, settings.stageBurst),
  }
}
