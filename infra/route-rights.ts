import type { ServiceFunction } from './constructs/service-function.ts'
import type { DataStack } from './data-stack.ts'

type Right = (data: DataStack, route: ServiceFunction) => void

/**
 * What a route may do beyond reading or writing the table. Keys name the files under functions/api, as the contract's
 * endpoints do.
 */
export const routeRights: Readonly<Record<string, readonly Right[]>> = {}

/** Lets a route decrypt the secrets of a purpose. */
export const decrypts =
  (purpose: Parameters<DataStack['key']['grantDecrypt']>[1]): Right =>
  (data, route) =>
    data.key.grantDecrypt(route, purpose)

/** Lets a route encrypt secrets of a purpose. */
export const encrypts =
  (purpose: Parameters<DataStack['key']['grantEncrypt']>[1]): Right =>
  (data, route) =>
    data.key.grantEncrypt(route, purpose)

/** Lets a route work with the objects below a prefix of the bucket. */
export const objects =
  (prefix: string, ...actions: Parameters<DataStack['bucket']['grant']>[1]): Right =>
  (data, route) =>
    data.bucket.grant(route, actions, prefix)
