import { textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import type { ApiKeys } from './api-keys.ts'
import type { KeyStore } from './key-store.ts'

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
