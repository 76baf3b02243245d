import { paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { settings } from '../settings.ts'
import { s3 } from './s3.ts'

/** Lists the keys of the objects below a prefix. Functions may not list the bucket. */
export async function listObjects(prefix: string): Promise<string[]> {
  const keys: string[] = []
  const request = { Bucket: settings.BUCKET_NAME, Prefix: prefix }
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, request))
    for (const { Key } of Contents) if (Key !== undefined) keys.push(Key)
  return keys
}
