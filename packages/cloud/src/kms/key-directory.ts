import { textOf } from '../json.ts'
import type { Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'

/** Finds a KMS key by key id, key ARN, alias name or alias ARN. @throws ServiceError if the key does not exist. */
export type FindKey = (keyId: string) => Resource

export function keyDirectory(resources: readonly Resource[]): FindKey {
  const keys = resources.filter(({ type }) => type === 'AWS::KMS::Key')
  const aliases = new Map(
    resources
      .filter(({ type }) => type === 'AWS::KMS::Alias')
      .map(({ physicalId, properties }) => [physicalId, textOf(properties.TargetKeyId)]),
  )
  return (keyId) => {
    const alias = /alias\/.*$/.exec(keyId)?.[0]
    const target = alias === undefined ? keyId : aliases.get(alias)
    const key = keys.find(({ physicalId, arn }) => target === physicalId || target === arn)
    if (!key) throw new ServiceError(400, 'NotFoundException', `Key '${keyId}' does not exist`)
    return key
  }
}
