import type { Call } from '../front-door/call.ts'
import { isTrue, objectsOf, parseObject, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { type ApiKeys, tagsOf } from './api-keys.ts'
import { describeKey, describePlan, pageOf } from './output.ts'

export interface Route {
  readonly action: string
  readonly method: string
  readonly path: RegExp
  /** Returns status and body. `ids` are the groups of the path. */
  readonly run: (call: Call, keys: ApiKeys, ids: readonly string[]) => readonly [status: number, body: JsonObject]
}

export const ROUTES: readonly Route[] = [
  {
    action: 'CreateApiKey',
    method: 'POST',
    path: /^\/apikeys$/,
    run: ({ body }, keys) => [201, describeKey(keys.create(parseInput(body)), true)],
  },
  {
    action: 'GetApiKey',
    method: 'GET',
    path: /^\/apikeys\/([^/]+)$/,
    run: ({ url }, keys, [id = '']) => [
      200,
      describeKey(keys.get(id), url.searchParams.get('includeValue') === 'true'),
    ],
  },
  {
    action: 'UpdateApiKey',
    method: 'PATCH',
    path: /^\/apikeys\/([^/]+)$/,
    run: ({ body }, keys, [id = '']) => [200, describeKey(keys.setEnabled(id, enabledIn(parseInput(body))), false)],
  },
  {
    action: 'DeleteApiKey',
    method: 'DELETE',
    path: /^\/apikeys\/([^/]+)$/,
    run: (_, keys, [id = '']) => {
      keys.delete(id)
      return [202, {}]
    },
  },
  {
    action: 'GetApiKeys',
    method: 'GET',
    path: /^\/apikeys$/,
    run({ url }, keys) {
      const withValue = url.searchParams.get('includeValues') === 'true'
      return [
        200,
        pageOf(
          url,
          keys.list().map((key) => describeKey(key, withValue)),
        ),
      ]
    },
  },
  {
    action: 'TagResource',
    method: 'PUT',
    path: /^\/tags\/(?:[^/]*%2F)apikeys%2F([^/]+)$/i,
    run({ body }, keys, [id = '']) {
      keys.tag(id, tagsOf(parseInput(body)))
      return [204, {}]
    },
  },
  {
    action: 'GetUsagePlanKeys',
    method: 'GET',
    path: /^\/usageplans\/([^/]+)\/keys$/,
    run({ url }, keys, [id = '']) {
      const { physicalId } = keys.usagePlan(id)
      const members = keys.list().filter(({ usagePlanIds }) => usagePlanIds.includes(physicalId))
      return [
        200,
        pageOf(
          url,
          members.map((key) => ({ id: key.id, type: 'API_KEY', name: key.name ?? '' })),
        ),
      ]
    },
  },
  {
    action: 'GetUsagePlan',
    method: 'GET',
    path: /^\/usageplans\/([^/]+)$/,
    run: (_, keys, [id = '']) => [200, describePlan(keys.usagePlan(id))],
  },
  {
    action: 'CreateUsagePlanKey',
    method: 'POST',
    path: /^\/usageplans\/([^/]+)\/keys$/,
    run: ({ body }, keys, [planId = '']) => {
      const key = keys.join(planId, textOf(parseInput(body).keyId) ?? '')
      return [201, { id: key.id, type: 'API_KEY', name: key.name ?? '', value: key.value }]
    },
  },
  {
    action: 'DeleteUsagePlanKey',
    method: 'DELETE',
    path: /^\/usageplans\/([^/]+)\/keys\/([^/]+)$/,
    run: (_, keys, [planId = '', keyId = '']) => {
      keys.leave(planId, keyId)
      return [202, {}]
    },
  },
]

/** Parses the body. @throws ServiceError if the body is not a JSON object. */
export function parseInput(body: Buffer): JsonObject {
  try {
    return parseObject(body.toString())
  } catch {
    throw new ServiceError(400, 'BadRequestException', 'Invalid request body')
  }
}

/** Returns the value of the only supported patch operation, `replace /enabled`. */
function enabledIn(input: JsonObject): boolean {
  const [operation, ...others] = objectsOf(input.patchOperations)
  if (!operation || others.length > 0 || operation.op !== 'replace' || operation.path !== '/enabled') {
    throw new ServiceError(400, 'BadRequestException', 'Only replacing /enabled is supported')
  }
  return isTrue(operation.value)
}
