import type { MethodDeploymentOptions } from 'aws-cdk-lib/aws-apigateway'
import type { Routes } from './api-stack.ts'

/** Requests per second, and burst, of one route that people open in a browser. */
const PAGE_LIMIT: MethodDeploymentOptions = { throttlingRateLimit: 20, throttlingBurstLimit: 40 }
/** The same for a route that customers' systems call: media of webhook payloads, and triggers. */
const SYSTEM_LIMIT: MethodDeploymentOptions = { throttlingRateLimit: 200, throttlingBurstLimit: 400 }
const FOR_SYSTEMS = /^(media|triggers)\//

/** Returns the rate limits of routes without an API key, by path and method. They reserve the rest of the stage's limit for clients. */
export function publicLimits(routes: Routes): Record<string, MethodDeploymentOptions> {
  const open = Object.entries(routes).filter(([, { access }]) => access === 'public')
  return Object.fromEntries(
    open.flatMap(([entry, { method, path }]) =>
      methodsOf(method).map((allowed) => [
        `${path.replace(/\/$/, '')}/${allowed}`,
        FOR_SYSTEMS.test(entry) ? SYSTEM_LIMIT : PAGE_LIMIT,
      ]),
    ),
  )
}

/** Returns the methods that a route of the contract serves: a GET also serves HEAD, whose response has no body. */
export function methodsOf(method: string): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}
