/** The texts of the shared components. */
export const words = {
  chart: {
    noData: 'No data',
    showTable: 'Show as table',
    showChart: 'Show as chart',
    time: 'Time',
    readout: (time: string, values: string) => `${time}: ${values}`,
    value: (label: string, value: string) => `${label} ${value}`,
  },
  json: {
    whole: 'Whole text',
    copyPath: 'path',
    copy: (path: string) => `Copy ${path}`,
    copied: (path: string) => `Copied ${path}`,
    hint: 'Select a value to see its path. Enter copies it.',
    fields: (count: number) => `${count} ${count === 1 ? 'field' : 'fields'}`,
    items: (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`,
    more: (count: number) => `Show ${count} more`,
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    show: 'Show keyboard shortcuts',
    enabled: 'Use single-key shortcuts',
    close: 'Close',
  },
  editConflict: {
    title: 'Conflicting changes',
    close: 'Close',
    changed: 'Another user changed these fields while you were editing them:',
    choice:
      'Reload to discard your unsaved changes. Keep your changes to overwrite theirs in these fields. Their changes to other fields are kept.',
    reload: 'Reload',
    keep: 'Keep my changes',
  },
} as const
