export { startSharedDynamoDbLocal } from './dynamodb-local.ts'
export { type ReservedPort, reservePort } from './free-port.ts'
export { lockDirectory, lockOwner, requireLock } from './lock-directory.ts'
export { TenantShares } from './tenant-shares.ts'
