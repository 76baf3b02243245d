export const words = {
  title: 'Conflicting changes',
  close: 'Close',
  changed: 'Another user changed these fields while you were editing them:',
  choice:
    'Reload to discard your unsaved changes. Keep your changes to overwrite theirs in these fields. Their changes to other fields are kept.',
  reload: 'Reload',
  keep: 'Keep my changes',
}
