import { listMembers, type Member } from '@messaging/contract/dashboard/members.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { MembersTable } from './members-table.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'

export function MembersPage() {
  const query = useQuery(readList(listMembers, {}))
  const [removed, setRemoved] = useState<Member>()
  return (
    <Page title="Members" description="Users with access to this organisation. Operators add members.">
      <Loaded query={query}>{(members) => <MembersTable members={members} onRemove={setRemoved} />}</Loaded>
      <RemoveMemberDialog member={removed} onClose={() => setRemoved(undefined)} />
    </Page>
  )
}
