import { Button } from '@mantine/core'
import { exportAuditLog } from '@messaging/contract/dashboard/audit-log.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { tell, tellError } from '../ui/tell.ts'
import type { AuditSearch } from './filters.ts'

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Saves all entries that pass the filters as a CSV file. */
export function ExportButton({ search: { cursor: _, ...filters } }: { readonly search: AuditSearch }) {
  const exporting = useMutation({
    mutationFn: () => readAll(filters),
    onSuccess: (csv) => {
      save(`${BYTE_ORDER_MARK}${csv}`)
      tell('Audit log exported')
    },
    onError: tellError,
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      Export CSV
    </Button>
  )
}

async function readAll(filters: Omit<AuditSearch, 'cursor'>): Promise<string> {
  const parts: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { csv, nextCursor } = await call(exportAuditLog, { query: { ...filters, cursor } })
    parts.push(csv)
    if (nextCursor === null) return parts.join('')
    cursor = nextCursor
  }
}

function save(csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `audit-log-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
