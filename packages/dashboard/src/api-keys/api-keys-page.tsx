import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { createApiKey, listApiKeys, MOST_API_KEYS } from '@messaging/contract/dashboard/api-keys.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/read.ts'
import { Allowed } from '../ui/allowed.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { ApiKeysTable } from './api-keys-table.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'

export function ApiKeysPage() {
  const query = useQuery(readList(listApiKeys, {}))
  const [isCreating, { open, close }] = useDisclosure()
  const create = (
    <Allowed endpoint={createApiKey}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Create API key
      </Button>
    </Allowed>
  )
  return (
    <Page
      title="API keys"
      description={`Keys for programs that use the API of this organisation. At most ${MOST_API_KEYS}.`}
      actions={query.data && query.data.length > 0 && create}
    >
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon={IconKey} title="No API keys yet" action={create}>
              Programs send the key in the header X-API-Key to use the API.
            </EmptyState>
          ) : (
            <ApiKeysTable keys={keys} />
          )
        }
      </Loaded>
      <CreateKeyDialog opened={isCreating} onClose={close} />
    </Page>
  )
}
