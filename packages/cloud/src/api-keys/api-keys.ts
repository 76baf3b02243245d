import { randomBytes } from 'node:crypto'
import { isTrue, objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { KeyStore, StoredKey } from './key-store.ts'

/** The API key operations of API Gateway's control plane. */
export interface ApiKeys {
  create(input: JsonObject, id?: string): StoredKey
  get(id: string): StoredKey
  find(id: string): StoredKey | undefined
  list(): readonly StoredKey[]
  /** Adds tags, or replaces their values. */
  tag(id: string, tags: Readonly<Record<string, string>>): void
  delete(id: string): void
  join(usagePlanId: string, keyId: string): StoredKey
  leave(usagePlanId: string, keyId: string): void
  /** Returns a usage plan of the template. */
  usagePlan(id: string): Resource
}

/** Methods throw a `ServiceError` as API Gateway would. Every change is on disk before they return. */
export function createApiKeys(store: KeyStore, usagePlans: readonly Resource[]): ApiKeys {
  const get = (id: string): StoredKey => {
    const key = store.get(id)
    if (!key) throw new ServiceError(404, 'NotFoundException', 'Invalid API Key identifier specified')
    return key
  }
  const usagePlan = (id: string): Resource => {
    const plan = usagePlans.find(({ physicalId }) => physicalId === id)
    if (!plan) throw new ServiceError(404, 'NotFoundException', 'Invalid Usage Plan ID specified')
    return plan
  }
  const update = (key: StoredKey): StoredKey => {
    const updated = { ...key, lastUpdatedDate: nowInSeconds() }
    store.put(updated)
    return updated
  }

  return {
    get,
    find: store.get,
    list: store.list,
    usagePlan,
    create(input, id = newId()) {
      const value = textOf(input.value) ?? randomBytes(20).toString('hex')
      if (value.length < 20 || value.length > 128) {
        throw new ServiceError(
          400,
          'BadRequestException',
          'API Key value should be at least 20 characters, at most 128',
        )
      }
      if (store.withValue(value)) throw new ServiceError(409, 'ConflictException', 'API Key already exists')
      const createdDate = nowInSeconds()
      const name = textOf(input.name)
      const description = textOf(input.description)
      const key: StoredKey = {
        id,
        value,
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        enabled: isTrue(input.enabled),
        createdDate,
        lastUpdatedDate: createdDate,
        usagePlanIds: [],
        tags: tagsOf(input),
      }
      store.put(key)
      return key
    },
    tag(id, tags) {
      const key = get(id)
      update({ ...key, tags: { ...key.tags, ...tags } })
    },
    delete(id) {
      store.delete(get(id).id)
    },
    join(usagePlanId, keyId) {
      const stages = stagesOf(usagePlan(usagePlanId))
      const key = get(keyId)
      if (key.usagePlanIds.includes(usagePlanId)) {
        throw new ServiceError(409, 'ConflictException', `Usage Plan ${usagePlanId} already has the key ${keyId}`)
      }
      const others = key.usagePlanIds.flatMap((id) => stagesOf(usagePlan(id)))
      if (stages.some((stage) => others.includes(stage))) {
        throw new ServiceError(409, 'ConflictException', 'An API key can be in one usage plan of a stage only')
      }
      return update({ ...key, usagePlanIds: [...key.usagePlanIds, usagePlanId] })
    },
    leave(usagePlanId, keyId) {
      usagePlan(usagePlanId)
      const key = get(keyId)
      if (!key.usagePlanIds.includes(usagePlanId)) {
        throw new ServiceError(404, 'NotFoundException', 'Invalid API Key identifier specified')
      }
      update({ ...key, usagePlanIds: key.usagePlanIds.filter((id) => id !== usagePlanId) })
    },
  }
}

function stagesOf({ properties }: Resource): readonly string[] {
  return objectsOf(properties.ApiStages).map(({ ApiId, Stage }) => `${textOf(ApiId)}/${textOf(Stage)}`)
}

export function tagsOf(input: JsonObject): Record<string, string> {
  const entries = Object.entries(objectAt(input, 'tags'))
  return Object.fromEntries(entries.map(([name, value]) => [name, textOf(value) ?? '']))
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

function newId(): string {
  return BigInt(`0x${randomBytes(10).toString('hex')}`)
    .toString(36)
    .padStart(10, '0')
    .slice(-10)
}

/** Creates the template's keys and adds them to their usage plans. A key without a value gets a generated one, once. */
export function ensureDeclaredKeys(keys: ApiKeys, store: KeyStore, resources: readonly Resource[]): void {
  for (const { type, physicalId, properties } of resources) {
    if (type === 'AWS::ApiGateway::ApiKey' && !store.get(physicalId)) keys.create(inputOf(properties), physicalId)
  }
  for (const { type, properties } of resources) {
    if (type !== 'AWS::ApiGateway::UsagePlanKey') continue
    const keyId = textOf(properties.KeyId) ?? ''
    const planId = textOf(properties.UsagePlanId) ?? ''
    if (!keys.get(keyId).usagePlanIds.includes(planId)) keys.join(planId, keyId)
  }
}

function inputOf({ Name, Description, Value, Enabled }: JsonObject): JsonObject {
  return {
    ...(Name !== undefined && { name: Name }),
    ...(Description !== undefined && { description: Description }),
    ...(Value !== undefined && { value: Value }),
    enabled: Enabled ?? false,
  }
}
