// Runs before the first paint. Otherwise a dark page would flash white.
{
  const selected = localStorage.getItem('mantine-color-scheme-value')
  const dark = selected === 'dark' || (selected !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
