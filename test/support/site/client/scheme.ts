// Runs before the first paint, so that the page never flashes in the other colors.
{
  const kept = localStorage.getItem('licet-docs-scheme')
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.scheme = kept
}
