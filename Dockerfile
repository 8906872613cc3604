# The webhook service. Build: docker build -t backfill-bot . ; run: see docs/operations.md.
# The digest is what counts; the tag beside it is for people and for what proposes newer ones.
FROM python:3.13.16-slim-trixie@sha256:bf44cdfcb76cd3b41e879bc058fc37ec5872002ccfde7fcb765e218cde0cd79c AS base

FROM base AS build
WORKDIR /build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
# What installs stays behind: the environment that is copied below has no pip.
RUN python -m venv /opt/installer && python -m venv --without-pip /opt/backfill-bot
ENV PATH=/opt/installer/bin:$PATH
COPY requirements/build.txt requirements/service.txt requirements/
RUN pip install --only-binary :all: --require-hashes -r requirements/build.txt \
    && pip --python /opt/backfill-bot/bin/python install --only-binary :all: --require-hashes \
        -r requirements/service.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && pip --python /opt/backfill-bot/bin/python install --no-deps --no-index /wheels/*.whl
# A third of it is opened by nobody: the packages' own tests, and languages that the bot has not.
RUN find /opt/backfill-bot/lib -type d -name tests -prune -exec rm -r {} + \
    && find /opt/backfill-bot/lib -path '*/babel/locale-data/*.dat' \
        ! -name 'root.dat' ! -name 'en*' ! -name 'zh*' -delete

FROM base
LABEL org.opencontainers.image.title="backfill-bot" \
      org.opencontainers.image.source="https://github.com/backfill-bot/backfill-bot" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/backfill-bot /opt/backfill-bot
ENV PATH=/opt/backfill-bot/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    BACKFILL_BOT_DATABASE_URL=sqlite:////data/backfill-bot.db
RUN install -d -o 10001 -g 10001 /data
VOLUME /data
WORKDIR /data
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/healthz', timeout=4)"]
ENTRYPOINT ["backfill-bot"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080"]
