import { Button, Group } from '@mantine/core'
import { AUDIT_OBJECTS } from '@messaging/contract/audit.ts'
import { listApiKeys } from '@messaging/contract/dashboard/api-keys.ts'
import { listMembers } from '@messaging/contract/dashboard/members.ts'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { memberName } from '../members/member-name.ts'
import { isFiltered } from '../shell/filter.ts'
import { FilterSelect } from '../ui/filter-select.tsx'
import { PeriodFields } from '../ui/period-fields.tsx'
import type { AuditSearch } from './filters.ts'
import { words } from './words.ts'

const SHORT_ID_LENGTH = 8
const OBJECTS = AUDIT_OBJECTS.map((value) => ({ value, label: sentenceCase(words.objects[value]) }))

/** The filters of the audit log. The URL stores them. */
export function AuditFilters({ search }: { readonly search: AuditSearch }) {
  const navigate = useNavigate({ from: '/audit-log' })
  const { data: members = [] } = useQuery(readList(listMembers, {}))
  const { data: keys = [] } = useQuery(readList(listApiKeys, {}))
  const set = (change: Partial<AuditSearch>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }), replace: true })
  const people = members.map((member) => ({ value: member.id, label: memberName(member) }))
  const programs = keys.map(({ id, name }) => ({ value: id, label: words.filters.apiKey(name) }))
  return (
    <Group gap="xs" mb="md" align="end">
      <FilterSelect
        label={words.filters.who}
        all={words.filters.everyone}
        choices={[...people, ...programs]}
        value={search.actor}
        onSelect={(actor) => set({ actor })}
      />
      <FilterSelect
        label={words.filters.object}
        all={words.filters.allObjects}
        choices={OBJECTS}
        value={search.object}
        onSelect={(object) => set({ object })}
      />
      <PeriodFields period={search} labels={words.filters} onChange={set} />
      {search.objectId !== undefined && (
        <Button
          size="xs"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => set({ objectId: undefined })}
        >
          {words.filters.onlyObject(search.objectId.slice(0, SHORT_ID_LENGTH))}
        </Button>
      )}
      {isFiltered(search) && (
        <Button size="xs" variant="subtle" onClick={() => void navigate({ search: {} })}>
          {words.filters.clear}
        </Button>
      )}
    </Group>
  )
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
