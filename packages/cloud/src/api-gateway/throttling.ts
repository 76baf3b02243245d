import { numberOf, objectAt, objectsOf, textOf } from '../json.ts'
import type { Json, Resource } from '../resource.ts'
import type { Method } from './api-model.ts'

/** The properties of a key that throttling uses. */
export interface PlanMember {
  readonly id: string
  readonly usagePlanIds: readonly string[]
}

export interface Throttling {
  /** Returns the usage plan that allows a key on this stage, or undefined if no plan does. */
  planOf(key: PlanMember): Resource | undefined
  /** Takes a token from each bucket: the plan's method, the plan, the stage's method. Returns false if one is empty. */
  admit(method: Method, caller: { readonly key: PlanMember; readonly plan: Resource } | undefined): boolean
}

/** Reads the throttles of usage plans and of the stage's method settings. */
export function throttlingOf(
  restApiId: string,
  stage: string,
  resources: readonly Resource[],
  clock: Clock,
): Throttling {
  const buckets = new TokenBuckets(clock)
  const plans = resources.filter(({ type }) => type === 'AWS::ApiGateway::UsagePlan')
  const stageOf = (plan: Resource) =>
    objectsOf(plan.properties.ApiStages).find(
      (entry) => textOf(entry.ApiId) === restApiId && textOf(entry.Stage) === stage,
    )
  const settings = resources
    .filter(({ type, properties }) => type === 'AWS::ApiGateway::Stage' && textOf(properties.RestApiId) === restApiId)
    .flatMap(({ properties }) => objectsOf(properties.MethodSettings))

  const stageThrottle = ({ resourcePath, httpMethod }: Method): Throttle => {
    const applying = settings.filter((setting) => {
      const path = decodePath(textOf(setting.ResourcePath) ?? '')
      const verb = textOf(setting.HttpMethod)
      return (path === '/*' || path === resourcePath) && (verb === '*' || verb === httpMethod)
    })
    // The setting of a method overrides the setting of the stage.
    const exact = applying.find((setting) => textOf(setting.ResourcePath) !== '/*')
    const setting = exact ?? applying[0]
    return {
      rateLimit: numberOf(setting?.ThrottlingRateLimit),
      burstLimit: numberOf(setting?.ThrottlingBurstLimit),
    }
  }

  return {
    planOf: (key) => plans.find((plan) => key.usagePlanIds.includes(plan.physicalId) && stageOf(plan)),
    admit(method, caller) {
      const route = `${method.httpMethod} ${method.resourcePath}`
      const stageAdmits = () => buckets.take(`stage ${route}`, stageThrottle(method))
      if (!caller) return stageAdmits()
      const { key, plan } = caller
      const owner = `${plan.physicalId} ${key.id}`
      const ownMethod = objectAt(stageOf(plan), 'Throttle')[`${method.resourcePath}/${method.httpMethod}`]
      return (
        buckets.take(`${owner} ${restApiId} ${route}`, throttleOf(ownMethod)) &&
        buckets.take(owner, throttleOf(plan.properties.Throttle)) &&
        stageAdmits()
      )
    },
  }
}

function throttleOf(value: Json | undefined): Throttle {
  const holder = { throttle: value ?? null }
  const throttle = objectAt(holder, 'throttle')
  return { rateLimit: numberOf(throttle.RateLimit), burstLimit: numberOf(throttle.BurstLimit) }
}

/** Decodes the path of a method setting: `/~1orders~1{id}` in CloudFormation → `/agents/{id}`. */
function decodePath(path: string): string {
  return `/${path.replace(/^\//, '').replaceAll('~1', '/').replace(/^\//, '')}`
}

/** The current time in milliseconds since the epoch. */
export type Clock = () => number

/** The throttle of a usage plan or a stage. A missing value means no limit. */
interface Throttle {
  /** Requests per second; may be a fraction. */
  readonly rateLimit: number | undefined
  /** Concurrent requests. */
  readonly burstLimit: number | undefined
}

/** Token buckets by name. Each starts full with `burstLimit` tokens and refills with `rateLimit` tokens per second. */
export class TokenBuckets {
  readonly #clock: Clock
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes a token from the bucket `name`. Returns false if the bucket is empty. */
  take(name: string, { rateLimit, burstLimit }: Throttle): boolean {
    if (rateLimit === undefined || burstLimit === undefined) return true
    const now = this.#clock()
    const bucket = this.#buckets.get(name) ?? { tokens: burstLimit, at: now }
    const tokens = Math.min(burstLimit, bucket.tokens + ((now - bucket.at) / 1000) * rateLimit)
    const enough = tokens >= 1
    this.#buckets.set(name, { tokens: enough ? tokens - 1 : tokens, at: now })
    return enough
  }
}
