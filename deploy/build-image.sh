#!/bin/sh
# Builds and pushes the image with an SBOM and provenance, and prints its digest: deploy/build-image.sh registry.example.com/licet 0.1.0
# Needs docker buildx with a builder that supports attestations, such as one of `docker buildx create --use`.
set -eu
name=${1:?the name of the image, such as registry.example.com/licet}
version=${2:?the version of the package licet, such as 0.1.0}
folder=$(dirname "$0")
# lock-images.sh pins the base image in this file by its digest.
node_image=$(sed -n 's/^NODE_IMAGE=//p' "$folder/images.lock")
metadata=$(mktemp)
trap 'rm -f "$metadata"' EXIT
docker buildx build --push --sbom=true --provenance=mode=max --build-arg "LICET_VERSION=$version" \
  --build-arg "NODE_IMAGE=$node_image" --tag "$name:$version" --metadata-file "$metadata" "$folder"
digest=$(sed -n 's/.*"containerimage.digest": *"\(sha256:[0-9a-f]*\)".*/\1/p' "$metadata")
echo "$name:$version@$digest"
