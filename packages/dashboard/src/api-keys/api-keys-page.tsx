import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ApiKey, createApiKey, listApiKeys, MOST_API_KEYS } from '@messaging/contract/dashboard/api-keys.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { Allowed } from '../ui/allowed.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { ApiKeysTable } from './api-keys-table.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { words } from './words.ts'

export function ApiKeysPage() {
  const query = useQuery(readList(listApiKeys, {}))
  const [isCreating, { open, close }] = useDisclosure()
  const [revoked, setRevoked] = useState<ApiKey>()
  const create = (
    <Allowed endpoint={createApiKey}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        {words.create.open}
      </Button>
    </Allowed>
  )
  return (
    <Page
      title={words.title}
      description={words.description(MOST_API_KEYS)}
      actions={query.data && query.data.length > 0 && create}
    >
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon={IconKey} title={words.empty.title} action={create}>
              {words.empty.text}
            </EmptyState>
          ) : (
            <ApiKeysTable keys={keys} onRevoke={setRevoked} />
          )
        }
      </Loaded>
      <CreateKeyDialog opened={isCreating} onClose={close} />
      <RevokeKeyDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />
    </Page>
  )
}
