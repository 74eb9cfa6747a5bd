# syntax=docker/dockerfile:1
# The studio in a container: docker build -t tengen . && docker run --rm -p 127.0.0.1:8000:8000 -v tengen:/data tengen
# The address with its token is the first line that it prints.
FROM python:3.12-slim AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++ \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN python -m venv /opt/tengen && /opt/tengen/bin/pip install --no-cache-dir .

FROM python:3.12-slim
RUN useradd --create-home --uid 10001 tengen && install -d -o tengen -g tengen /data
COPY --from=build /opt/tengen /opt/tengen
ENV PATH=/opt/tengen/bin:$PATH XDG_DATA_HOME=/data PYTHONUNBUFFERED=1
USER 10001
# Trainings begun here would go to ./runs.
WORKDIR /data
VOLUME /data
EXPOSE 8000
# As a signal Ctrl-C saves; the container's first process ignores others that it does not handle.
STOPSIGNAL SIGINT
CMD ["tengen", "studio", "--host", "0.0.0.0", "--port", "8000", "--no-browser"]
