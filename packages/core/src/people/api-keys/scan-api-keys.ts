import { scanTable } from '../../platform/table/scan-table.ts'
import { ApiKeyEntity, type ApiKeyItem } from './api-key-entity.ts'

/** Returns the API keys of all organisations, oldest first. Reads the whole table. For operators. */
export async function scanApiKeys(onPage: (scanned: number) => void = () => {}): Promise<ApiKeyItem[]> {
  const attributes = ['pk', 'sk', '_e', '_v', ...Object.keys(ApiKeyEntity.schema.attributes)]
  const keys: ApiKeyItem[] = []
  let scanned = 0
  for await (const page of scanTable({ filter: '#_e = :entity', values: { ':entity': 'apiKey' }, attributes })) {
    keys.push(...ApiKeyEntity.parse({ Items: [...page.items] }).data)
    scanned += page.scanned
    onPage(scanned)
  }
  return keys.toSorted((a, b) => a.createdAt - b.createdAt)
}
