#!/bin/sh
# Pins the images of images.lock by the digests that their tags have now: deploy/lock-images.sh
# Needs docker buildx, and changes nothing if the digest of an image cannot be read.
set -eu
lock=$(dirname "$0")/images.lock
new=$(mktemp)
trap 'rm -f "$new"' EXIT
while IFS= read -r line; do
  case $line in
    [A-Z]*=*)
      image=${line#*=}
      tag=${image%@*}
      digest=$(docker buildx imagetools inspect "$tag" --format '{{ .Manifest.Digest }}')
      case $digest in
        sha256:*) echo "${line%%=*}=$tag@$digest" ;;
        *) echo "The registry gave no digest of $tag. images.lock is unchanged." >&2 && exit 1 ;;
      esac
      ;;
    *) echo "$line" ;;
  esac
done <"$lock" >"$new"
cat "$new" >"$lock"
cat "$lock"
