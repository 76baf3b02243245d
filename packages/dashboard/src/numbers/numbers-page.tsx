import { listPhoneNumbers } from '@replywright/contract/phone-numbers.ts'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useConnectResult } from '../accounts/connect-result.ts'
import { readList } from '../api/call.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { pageQuery } from '../ui/offset.ts'
import { Page } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { NUMBER_COLUMNS } from './number-columns.tsx'

const route = getRouteApi('/shell/numbers')

export function NumbersPage() {
  const { offset } = route.useSearch()
  useConnectResult()
  const query = useQuery(readList(listPhoneNumbers, { query: pageQuery(offset) }))
  return (
    <Page
      title="Numbers"
      description="Your business numbers and their default routing."
      actions={
        <LinkButton to="/accounts" variant="default">
          Add number
        </LinkButton>
      }
    >
      <ResourceList
        query={query}
        label="Numbers"
        columns={NUMBER_COLUMNS}
        offset={offset}
        empty={
          <EmptyState
            icon={IconPhone}
            title="No numbers"
            action={<LinkButton to="/accounts">Go to accounts</LinkButton>}
          >
            Connect a business account, or add a number to an account.
          </EmptyState>
        }
      />
    </Page>
  )
}
