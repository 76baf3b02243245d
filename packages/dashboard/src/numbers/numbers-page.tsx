import { listPhoneNumbers } from '@messaging/contract/phone-numbers.ts'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { pageQuery } from '../ui/offset.ts'
import { OffsetPager } from '../ui/offset-pager.tsx'
import { Page } from '../ui/page.tsx'
import { NumbersTable } from './numbers-table.tsx'

const route = getRouteApi('/shell/numbers')

export function NumbersPage() {
  const { offset = 0 } = route.useSearch()
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
      <Loaded query={query}>
        {({ count, next, results }) => (
          <>
            {results.length > 0 ? <NumbersTable numbers={results} /> : <NoNumbers />}
            <OffsetPager offset={offset} shown={results.length} count={count} hasNext={next !== null} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function NoNumbers() {
  return (
    <EmptyState icon={IconPhone} title="No numbers" action={<LinkButton to="/accounts">Go to accounts</LinkButton>}>
      Connect a business account, or add a number to an account.
    </EmptyState>
  )
}
